import { useEffect, useState } from 'react';
import type { ClassroomReading } from '../../services/school-zone/classroom.ts';
import { useElement } from '../shared/use-element.ts';
import type { ClassTexts } from './class-texts.ts';

/** The id of the text. A page has one class. */
export const ageId = 'maths-age';

export type DataAgeProps = {
  texts: ClassTexts;
  reading: ClassroomReading;
  readAt: number;
  late: boolean;
  /** Returns the time of this computer in milliseconds. */
  now(): number;
};

/**
 * Shows when the class was read, and how many seconds ago. It is the description of the refresh button and no live
 * region, because a screen reader should not speak each second. It counts by itself, so that nothing else is rendered.
 */
export function DataAge({ texts, reading, readAt, late, now }: DataAgeProps) {
  const { t } = useElement();
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const start = now();
    const count = () => setSeconds(Math.max(0, Math.floor((now() - start) / 1000)));
    count();
    const timer = setInterval(count, 1000);
    return () => clearInterval(timer);
    // A reading is another object each time.
  }, [reading, now]);
  return (
    <p className="maths-updated" id={ageId}>
      {t(late ? 'late' : 'updated', { time: texts.time(readAt), age: texts.seconds(seconds) })}
    </p>
  );
}
