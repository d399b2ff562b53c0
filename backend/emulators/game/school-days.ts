const day = 24 * 60 * 60 * 1_000;
const isSchoolDay = (date: Date): boolean => date.getUTCDay() % 6 !== 0;

/** The last `count` days from Monday to Friday before today, oldest first, each at midnight UTC. */
export const schoolDaysBefore = (now: Date, count: number): Date[] => {
  const days: Date[] = [];
  for (let time = Math.floor(now.getTime() / day) * day - day; days.length < count; time -= day) {
    const date = new Date(time);
    if (isSchoolDay(date)) days.unshift(date);
  }
  return days;
};
