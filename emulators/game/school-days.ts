import { day } from '../../src/lib/durations.ts';
const isSchoolDay = (date: Date): boolean => date.getUTCDay() % 6 !== 0;

/** Returns the last `count` weekdays (Monday to Friday) before today at midnight UTC, oldest first. */
export const schoolDaysBefore = (now: Date, count: number): Date[] => {
  const days: Date[] = [];
  for (let time = Math.floor(now.getTime() / day) * day - day; days.length < count; time -= day) {
    const date = new Date(time);
    if (isSchoolDay(date)) days.unshift(date);
  }
  return days;
};
