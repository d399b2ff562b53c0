/** Returns the text if it is an https address. @throws Error naming the variable that holds something else. */
export const httpsAddress = (variable: string, text: string): string => {
  if (URL.canParse(text) && new URL(text).protocol === 'https:') return text;
  throw new Error(`${variable} needs an https address such as https://www.example.org/page, got "${text}".`);
};
