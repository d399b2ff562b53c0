/* The moments that a caller sends. They are not in `calls/call.ts`, because a sign-in sends none. */

const day =
  '(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8])))';
const time = '(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?';
/** A moment of ISO 8601 in UTC, on a day that exists. */
export const utcPattern = /* @__PURE__ */ new RegExp(`^${day}T${time}Z$`);
/** The same with any offset. */
export const instantPattern = /* @__PURE__ */ new RegExp(`^${day}T${time}(?:Z|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)$`);
