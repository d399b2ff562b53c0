/**
 * A line with one variable: a value in single quotes, in double quotes, or without quotes. Characters that systemd,
 * Docker Compose and shells read differently are allowed in single quotes only: `#`, `$`, a backslash, a backtick.
 */
const variableLine = /^([A-Za-z_]\w*)=(?:'([^']*)'|"([^"\\$`]*)"|([^\s#'"\\$`;&|<>()~]*))\s*$/;

/**
 * Parses a file of variables in the format that `EnvironmentFile=` of systemd reads. It accepts only lines that
 * Docker Compose and shells read in the same way, so a value is never cut off silently.
 * @param {string} text
 * @returns {Record<string, string>}
 * @throws {Error} with a sentence that names the line, and never its value
 */
export const parseEnvFile = (text) => {
  /** @type {Record<string, string>} */
  const variables = {};
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    const [, name, single, double, plain] = variableLine.exec(line) ?? [];
    if (name === undefined) {
      const [, given] = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=/.exec(line) ?? [];
      const fix = given === undefined ? 'write NAME=value' : `write ${given}='value', with the value in single quotes`;
      throw new Error(`line ${index + 1} is read differently by systemd and shells: ${fix}.`);
    }
    variables[name] = single ?? double ?? plain ?? '';
  }
  return variables;
};
