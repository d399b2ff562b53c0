/** Numbers of spec sections 5 and 9 and decisions section 4. Times are milliseconds unless the name says otherwise. */
export const limits = {
  trialDays: 7,
  children: 3,
  passwordMinimum: 8,
  /** PlayFab's own upper bound. */
  passwordMaximum: 100,
  emailMaximum: 254,
  /** What a person waits for ends within this. */
  interactiveDeadline: 15_000,
  attempts: 3,
  backOffCap: 300_000,
  cookieDays: 365,
  consentScrollShare: 0.25,
} as const;

/** What a request itself may take of the interactive deadline; the rest is for the page to show its end. */
export const requestLimit = limits.interactiveDeadline - 1000;
