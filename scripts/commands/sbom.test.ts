import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { onlyShipped, packagesInBrowser } from './sbom.mjs';

const component = (name: string) => ({ 'bom-ref': `${name}@1`, name });

it('lists what the server and the browser run with all that it needs, and no tool', () => {
  const names = ['server', 'part', 'page', 'tool', 'part-of-tool'];
  const bom = {
    metadata: { component: component('product') },
    components: names.map(component),
    dependencies: [
      { ref: 'product@1', dependsOn: ['server@1', 'page@1', 'tool@1'] },
      { ref: 'server@1', dependsOn: ['part@1', 'tool@1'] },
      { ref: 'part@1', dependsOn: ['server@1'] },
      { ref: 'tool@1', dependsOn: ['part-of-tool@1'] },
    ],
  };
  const { components, dependencies } = onlyShipped(bom, new Set(['server', 'page']));
  expect(components.map(({ name }) => name)).toEqual(['server', 'part', 'page']);
  expect(dependencies.map(({ ref }) => ref)).toEqual(['product@1', 'server@1', 'part@1']);
  expect(dependencies[0]?.dependsOn).toEqual(['server@1', 'page@1']);
});

it('finds each package in the scripts of the pages, as the credits list them', () => {
  const packages = packagesInBrowser();
  expect(packages).toEqual(expect.arrayContaining(['react', 'react-dom', 'i18next', 'playfab-web-sdk', 'post-robot']));
  const credits = readFileSync('docs/contributors/credits.md', 'utf8');
  expect(packages.filter((name) => name !== 'maths-portal' && !credits.includes(name))).toEqual([]);
});
