import { describe, expect, it, vi } from 'vitest';
import { day } from '../../../lib/durations.ts';
import { createClassNames } from './class-names.ts';
import { createKeptNames, type NamesHost } from './kept-names.ts';
import { hasNames } from './student-names.ts';

const today = Date.parse('2026-11-21T10:00:00Z');
const first = 'A'.repeat(22);
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
/** A browser that blocks storage. */
const blocked = () =>
  Object.defineProperty(browser(), 'localStorage', {
    get: () => {
      throw new Error('SecurityError');
    },
  });
const at = (host: NamesHost, days = 0) => createKeptNames(host, () => today + days * day);

describe('names in a browser', () => {
  it('are stored for each class', () => {
    const host = browser();
    expect(hasNames(host)).toBe(false);
    expect(at(host).write(code, first, ada)).toBe(true);
    expect(at(host).read(code)).toEqual(ada);
    expect(at(host).read('OTH-ER1').size).toBe(0);
    expect(hasNames(host)).toBe(true);
  });

  it('leave nothing behind when the last one is removed', () => {
    const host = browser();
    at(host).write(code, first, ada);
    at(host).write(code, first, new Map());
    expect(Object.keys(host.localStorage)).toEqual([]);
  });

  it('report a browser that stores nothing', () => {
    const host = blocked();
    expect(at(host).write(code, first, ada)).toBe(false);
    expect(at(host).read(code).size).toBe(0);
    expect(hasNames(host)).toBe(false);
    expect(() => at(host).forget(null)).not.toThrow();
  });

  it.each(['', 'null', '[]', '{"names":{"003":7},"classroomID":"A","keepUntil":1}'])(
    'ignore damaged data: %s',
    (stored) => {
      const host = browser();
      host.localStorage.setItem(`studentNames:${code}`, stored);
      expect(at(host).read(code).size).toBe(0);
      at(host).forget(null);
      expect(hasNames(host)).toBe(false);
    },
  );

  it('are removed when the class was not shown for 400 days', () => {
    const host = browser();
    at(host).write(code, first, ada);
    host.localStorage.setItem('session', '{}');
    at(host, 399).forget(null);
    expect(at(host).read(code)).toEqual(ada);
    at(host, 401).forget(null);
    expect(Object.keys(host.localStorage)).toEqual(['session']);
  });

  it('are removed 30 days after the link stopped to work, unless another link shows the class', () => {
    const host = browser();
    const second = 'C'.repeat(22);
    at(host).write(code, first, ada);
    at(host).write('OTH-ER1', 'B'.repeat(22), ada);
    at(host).forget(first);
    at(host, 20).forget(first);
    expect(at(host).read(code)).toEqual(ada);
    at(host, 20).write(code, second, ada);
    at(host, 31).forget(null);
    expect(at(host).read(code)).toEqual(ada);
    at(host, 31).forget(second);
    at(host, 62).forget(null);
    expect(at(host).read(code).size).toBe(0);
    expect(at(host).read('OTH-ER1')).toEqual(ada);
  });
});

describe('the names of the class on a page', () => {
  const open = (isShown = true) => {
    const host = browser();
    at(host).write(code, first, ada);
    const show = vi.fn();
    const page = { classroomID: first, code: () => (isShown ? code : undefined), show };
    return { host, show, names: createClassNames(page, at(host, 300)) };
  };

  it('are shown, and then kept longer', () => {
    const { host, show, names } = open();
    names.update(false);
    expect(show).toHaveBeenCalledExactlyOnceWith(ada);
    at(host, 600).forget(null);
    expect(at(host).read(code)).toEqual(ada);
  });

  it('are those of another tab when this one had none yet', () => {
    const { host, show, names } = open();
    const emmy = new Map([['001', 'Emmy']]);
    at(host).write(code, first, emmy);
    expect(names.update(false)).toBe(true);
    expect(show).toHaveBeenCalledExactlyOnceWith(emmy);
    expect(at(host).read(code)).toEqual(emmy);
  });

  it('stay on the page in a browser that stores nothing', () => {
    const show = vi.fn();
    const names = createClassNames({ classroomID: first, code: () => code, show }, at(blocked()));
    expect(names.update(false)).toBe(false);
    expect(show).not.toHaveBeenCalled();
  });

  it('are removed after a while when the link shows no class', () => {
    const { host, show, names } = open(false);
    names.update(true);
    expect(show).toHaveBeenCalledExactlyOnceWith(new Map());
    at(host, 331).forget(null);
    expect(at(host).read(code).size).toBe(0);
  });

  it('follow another tab until the page leaves', () => {
    const { host, show, names } = open();
    at(host).write(code, first, new Map());
    host.dispatchEvent(new Event('storage'));
    names.stop();
    host.dispatchEvent(new Event('storage'));
    expect(show).toHaveBeenCalledExactlyOnceWith(new Map());
  });
});
