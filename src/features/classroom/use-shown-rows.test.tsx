import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rowsInSight, useShownRows } from './use-shown-rows.ts';

let frames: (() => void)[] = [];
/** Runs the next frame, and the task after it. */
const paint = async () => {
  const due = frames;
  frames = [];
  await act(async () => {
    for (const callback of due) callback();
    await new Promise((resolve) => setTimeout(resolve));
  });
};

beforeEach(() => {
  frames = [];
  vi.stubGlobal('innerHeight', 744);
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('useShownRows', () => {
  it('returns the rows that fit in the window first, and the others after the next paints', async () => {
    const { result } = renderHook(() => useShownRows(35, false));
    expect(result.current).toBe(12);
    await paint();
    expect(result.current).toBe(24);
    await paint();
    expect(result.current).toBe(35);
    expect(frames).toHaveLength(0);
  });

  it('returns all rows at once when every row is needed', () => {
    const { result, rerender } = renderHook((everyRow: boolean) => useShownRows(35, everyRow), { initialProps: false });
    rerender(true);
    expect(result.current).toBe(35);
  });

  it('waits for no paint when all rows fit in the window', () => {
    const { result } = renderHook(() => useShownRows(3, false));
    expect(result.current).toBe(3);
    expect(frames).toHaveLength(0);
  });

  it('keeps all rows when a filter hides some and shows them again', async () => {
    const { result, rerender } = renderHook((total: number) => useShownRows(total, false), { initialProps: 24 });
    await paint();
    rerender(5);
    rerender(24);
    expect(result.current).toBe(24);
  });

  it('returns at least some rows in the smallest window', () => {
    vi.stubGlobal('innerHeight', 320);
    expect(rowsInSight()).toBe(8);
  });
});
