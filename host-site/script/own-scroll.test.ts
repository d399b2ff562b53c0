import { beforeEach, describe, expect, it, vi } from 'vitest';
import { onOwnScroll } from './own-scroll.ts';

/** A page of 1,600 px in a window of 600 px. It can be scrolled by 1,000 px. */
const createHost = (scrollY = 0) =>
  Object.assign(new EventTarget(), {
    scrollY,
    innerHeight: 600,
    document: { documentElement: Object.assign(new EventTarget(), { scrollHeight: 1600 }) },
  });

describe('a scroll by the visitor', () => {
  let host: ReturnType<typeof createHost>;
  const heard = vi.fn();
  const moveTo = (scrollY: number) => {
    host.scrollY = scrollY;
    host.dispatchEvent(new Event('scroll'));
  };
  const does = (type: string, key?: string) => host.dispatchEvent(Object.assign(new Event(type), { key }));

  beforeEach(() => {
    heard.mockClear();
    host = createHost();
    onOwnScroll(0.25, heard, host);
  });

  it.each([
    ['wheel', undefined],
    ['touchmove', undefined],
    ['keydown', 'PageDown'],
    ['keydown', ' '],
  ])('counts when made by %s %s', (type, key) => {
    does(type, key);
    moveTo(251);
    expect(heard).toHaveBeenCalledOnce();
  });

  it('counts when made by the scrollbar, for which alone the page is the event target', () => {
    const press = new Event('pointerdown');
    Object.defineProperty(press, 'target', { value: host.document.documentElement });
    host.dispatchEvent(press);
    moveTo(251);
    expect(heard).toHaveBeenCalledOnce();
  });

  it.each(['input', 'textarea', 'select', 'button', 'summary'])('counts no key that a control uses: %s', (name) => {
    const control = { matches: (selector: string) => selector.split(', ').includes(name) };
    const press = Object.assign(new Event('keydown'), { key: ' ' });
    vi.spyOn(press, 'composedPath').mockReturnValue([Object.assign(new EventTarget(), control)]);
    host.dispatchEvent(press);
    moveTo(900);
    expect(heard).not.toHaveBeenCalled();
  });

  it('counts past a quarter of the page, not at a quarter', () => {
    does('wheel');
    moveTo(250);
    expect(heard).not.toHaveBeenCalled();
  });

  it('counts in small steps, and during its momentum', () => {
    does('wheel');
    for (const position of [100, 200, 300]) moveTo(position);
    expect(heard).toHaveBeenCalledOnce();
  });

  it('counts no scroll when a position is restored', () => {
    moveTo(900);
    expect(heard).not.toHaveBeenCalled();
  });

  it.each([
    ['click', undefined],
    ['keydown', 'Tab'],
    ['keydown', 'Enter'],
    ['popstate', undefined],
    ['hashchange', undefined],
  ])('counts no scroll when the page jumps after %s %s, even after an earlier scroll', (type, key) => {
    does('wheel');
    moveTo(20);
    does(type, key);
    moveTo(900);
    expect(heard).not.toHaveBeenCalled();
  });

  it('measures a scroll from the position after a jump', () => {
    moveTo(600);
    does('wheel');
    moveTo(620);
    expect(heard).not.toHaveBeenCalled();
    moveTo(851);
    expect(heard).toHaveBeenCalledOnce();
  });

  it('measures a scroll from the initial position of the page', () => {
    host = createHost(700);
    onOwnScroll(0.25, heard, host);
    does('wheel');
    moveTo(720);
    expect(heard).not.toHaveBeenCalled();
  });

  it('counts no scroll upwards', () => {
    moveTo(900);
    does('wheel');
    moveTo(0);
    expect(heard).not.toHaveBeenCalled();
  });

  it('counts a scroll down after a scroll up from the end of the page, where it was opened', () => {
    host = createHost(1000);
    onOwnScroll(0.25, heard, host);
    does('wheel');
    moveTo(0);
    expect(heard).not.toHaveBeenCalled();
    moveTo(251);
    expect(heard).toHaveBeenCalledOnce();
  });

  it('ignores a scroll after the watch was stopped', () => {
    host = createHost();
    onOwnScroll(0.25, heard, host)();
    does('wheel');
    moveTo(900);
    expect(heard).not.toHaveBeenCalled();
  });
});
