import { spawnSync } from 'node:child_process';

/**
 * Whether npm can read a package's description from its registry, with the settings of this machine.
 * @param {string} [registry] the address; default: npm's own setting
 */
export const isRegistryReachable = (registry) => {
  const setting = registry === undefined ? [] : [`--registry=${registry}`];
  const command = ['npm view vue version --prefer-online --fetch-retries=0 --fetch-timeout=20000', ...setting];
  // In one string, because a shell must find npm.cmd on Windows.
  return spawnSync(command.join(' '), { shell: true, stdio: 'ignore', timeout: 40_000 }).status === 0;
};
