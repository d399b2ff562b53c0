import { describe, it } from 'vitest';
import { newParent, openAccount } from './support/parent.ts';
import { demoUrl } from './support/settings.ts';
import { setUpPortal } from './support/setup.ts';
import { engines, sendAccount, setUpVisitor, untilText, visitor } from './support/visitor.ts';

setUpPortal();

describe.each(engines)('in $name', (engine) => {
  setUpVisitor(engine);

  it.each(['inline', 'frame'])('signs a visitor of a partner in: %s', async (way) => {
    const parent = newParent();
    await openAccount(parent);
    await visitor.open(`${demoUrl}/?way=${way}&lang=en&widget=signin`);
    await sendAccount(way === 'frame' ? visitor.frame : visitor, parent);
    await untilText('#log', '"userID"');
  });
});
