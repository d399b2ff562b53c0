import { globSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** The plan for a distributed database, which must name everything that the program's SQL uses. */
const plan = readFileSync('docs/operators/beyond-one-primary.md', 'utf8');

const folder = new URL('migrations/', import.meta.url);
const migrations = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .map((name) => readFileSync(new URL(name, folder), 'utf8').replace(/--.*$/gm, ''))
  .join(';\n');
const code = globSync('backend/{*,{admin,db,domain,server,store}/**/*}.ts')
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');
/** The templates of the tag `sql`, with `?` for each value. */
const templates = [...code.matchAll(/\bsql(?:<[^`]*?>)?`((?:[^`$]|\$\{[^}]*\}|\$)*)`/g)]
  .map(([, text = '']) => text.replace(/\$\{[^}]*\}/g, '?'))
  .join(';\n');

/** How each feature looks in a migration, in a template, or as a call of Kysely. */
const features: Readonly<Record<string, RegExp>> = {
  'table lock': /\block table\b/,
  'array overlap': / && /,
  sequence: /\bcreate sequence\b|\bas identity\b|\bnextval\(/,
  'advisory lock': /\bpg_advisory_\w*lock/,
  'schema changes in a transaction': /\.migrateToLatest\(/,
  'read committed': /\.transaction\(\)/,
  'index on a time': /\bcreate index \w+_by_(age|end|start)\b/,
  'row lock': /\.for(Update|Share)\(|\bfor (update|share)\b/,
  'skip locked': /\bskip locked\b|\.skipLocked\(/,
  'outer join': /\.leftJoin\(/,
  'lateral join': /\blateral\b/i,
  'change in a `with` query': /\bas \(\s*(update|insert|delete)\b/,
  'insert or update': /\bon conflict\b|\.onConflict\(/,
  'delete with a join': /\.using\('/,
  'correlated subquery': /\.whereRef\(/,
  'aggregates with a filter': /\bfilter \(where\b|\.filterWhere\(/,
  'foreign key with cascade': /\bon delete cascade\b/,
  'unique key beside the primary key': /^ {2}\w+ text[^,]* unique\b/m,
  'partial index': /\bcreate index [^;(]*\([^;]*\) where\b/,
  'unique index on an expression': /\bcreate unique index \w+ on \w+ \(\(/,
  'index with included columns': /\) include \(/,
  'computed column': /\bgenerated always as \(/,
};

/** What Kysely also offers. Before the program uses it, the plan must say what it is on a distributed database. */
const unused =
  /\.(crossJoin\w*|distinctOn|forKeyShare|forNoKeyUpdate|fullJoin|having\w*|leftJoinLateral|mergeInto|noWait|over|rightJoin|withRecursive)\(/;

/** SQL's words that a parenthesis may follow. */
const words =
  /^(all|and|as|both_eras|check|conflict|filter|from|gin|in|include|key|lane|lateral|materialized|values|varchar|when)$/;

const namesOf = (text: string, pattern: RegExp): string[] =>
  [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].toSorted();
const section = (heading: string): string => plan.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
/** The first cells of the rows of a section's table. */
const rowsOf = (heading: string): string[] =>
  namesOf(section(heading), /^\| ([^|]+) \|(?! What)/gm).filter((name) => name !== 'Feature' && name !== 'Table');
const tables = namesOf(migrations, /\bcreate table (\w+)/g);

describe('the plan for a distributed database', () => {
  it('reads the SQL of the program', () => {
    expect(templates.split(';\n').length).toBeGreaterThan(40);
    expect(tables.length).toBeGreaterThan(15);
  });

  it('gives every table a distribution key', () => {
    expect(rowsOf('Where each row is stored')).toEqual(tables.map((name) => `\`${name}\``));
  });

  it('lists every feature that the program uses, and no other', () => {
    const sql = `${migrations};\n${code}`;
    const used = Object.keys(features).filter((name) => features[name]?.test(sql));
    const listed = [...rowsOf('What is missing or different'), ...rowsOf('What stays as it is')];
    expect(listed.toSorted()).toEqual(used.toSorted());
  });

  it('knows no other feature of Kysely in the program', () => {
    expect(unused.exec(code)?.[0]).toBeUndefined();
  });

  it('lists every function that the program calls', () => {
    // Kysely's `fn.countAll` calls `count`.
    const calls = [...code.matchAll(/\bfn\.[a-z]+/g)].map(([call]) => `${call.slice(3)}()`).join(' ');
    const called = namesOf(`${migrations};\n${templates};\n${calls}`, /\b([a-z_0-9]+)\s*\(/g);
    const known = new Set(['kysely_migration', ...tables]);
    const listed = namesOf(section('What stays as it is').split('Functions:')[1] ?? '', /`(\w+)`/g);
    expect(listed).toEqual(called.filter((name) => !words.test(name) && !known.has(name)));
  });
});
