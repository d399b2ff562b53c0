import { describe, expect, it, vi } from 'vitest';
import { day } from '../../lib/time.ts';
import type { SessionHost } from '../../session/session-store.ts';
import { createClassNames } from './student-names.ts';

const today = Date.parse('2026-11-21T10:00:00Z');
const code = 'K7P-42M';
const ada = new Map([['003', 'Ada']]);

/** A storage whose keys are its own properties, as those of a browser. */
const browser = () => {
  const localStorage: Storage = Object.create({
    getItem: (key: string) => (Object.hasOwn(localStorage, key) ? localStorage[key] : null),
    setItem: (key: string, value: string) => void (localStorage[key] = value),
    removeItem: (key: string) => void Reflect.deleteProperty(localStorage, key),
  });
  return Object.assign(new EventTarget(), { localStorage });
};
type Page = { shown?: string | undefined; days?: number };
/** Opens the page of a class, so many days later. `shown`: the code of the class, if the link shows one. */
const open = (host: SessionHost, { shown, days = 0 }: Page) => {
  const show = vi.fn();
  const now = () => today + days * day;
  return { show, ...createClassNames({ code: () => shown, show }, host, now) };
};
const showAnother = (host: SessionHost, days: number) => open(host, { shown: 'ZZZ-ZZZ', days }).update();
const stored = (host: SessionHost, classCode = code): unknown =>
  JSON.parse(host.localStorage.getItem(`studentNames:${classCode}`) ?? '{}').names;

describe('the names of a class in a browser', () => {
  it('are shown and stored for each class, and leave nothing behind when the last one is removed', () => {
    const host = browser();
    const { keep, show } = open(host, { shown: code });
    expect(keep(ada)).toBe(true);
    expect(show).toHaveBeenCalledExactlyOnceWith(ada);
    expect([stored(host), stored(host, 'OTH-ER1')]).toEqual([{ '003': 'Ada' }, undefined]);
    keep(new Map());
    expect(Object.keys(host.localStorage)).toEqual([]);
  });

  it('are shown again on the next visit, and then kept longer', () => {
    const host = browser();
    open(host, { shown: code }).keep(ada);
    const { update, show } = open(host, { shown: code, days: 300 });
    expect(update()).toBe(true);
    expect(show).toHaveBeenCalledExactlyOnceWith(ada);
    showAnother(host, 600);
    expect(stored(host)).toEqual({ '003': 'Ada' });
  });

  it.each(['', 'null', '[]', '{"names":{"003":7},"keepUntil":1}'])(
    'are removed when they are damaged: %s',
    (damaged) => {
      const host = browser();
      host.localStorage.setItem(`studentNames:${code}`, damaged);
      const { update, show } = open(host, { shown: code });
      update();
      expect(show).not.toHaveBeenCalled();
      expect(Object.keys(host.localStorage)).toEqual([]);
    },
  );

  it('are removed when the class was not shown for 400 days', () => {
    const host = browser();
    open(host, { shown: code }).keep(ada);
    host.localStorage.setItem('session', '{}');
    showAnother(host, 399);
    expect(stored(host)).toEqual({ '003': 'Ada' });
    showAnother(host, 401);
    expect(Object.keys(host.localStorage)).toEqual(['session']);
  });
});
