import { type Config, ConfigError, loadConfig } from '../config/load-config.ts';
import { DatabaseUnavailableError } from '../db/connection-problem.ts';
import { DataFolderError } from '../db/data-folder.ts';
import { openDatabase } from '../db/open-database.ts';
import { systemClock } from '../domain/clock.ts';
import { createPlayfabGateway } from '../gateways/playfab.ts';
import { AdminError, type CommandContext, eraseParent, eraseTeacher, findUser, retryJob } from './commands.ts';

/** Answers the questions of people who write, without hand-written SQL. */
const usage = `Usage: npm run admin -- <command>, in a container: node backend/admin/main.ts <command>
  find-user <address | user ID | PlayFab ID>   who it is, with subscriptions and class
  erase-parent <address | user ID | PlayFab ID>   begins the deletion of an account, as its owner can
  erase-teacher <address>                      deletes everything that names a teacher
  retry-job <id | kind>                        makes waiting jobs due`;

const commands = new Map([
  ['find-user', findUser],
  ['erase-parent', eraseParent],
  ['erase-teacher', eraseTeacher],
  ['retry-job', retryJob],
]);

/** The emulator runs inside the server, so in development this command cannot ask it. */
const playersOf = (config: Config): CommandContext['playerOf'] => {
  if (config.mode !== 'production') return null;
  const { playfabUrl: baseUrl, PLAYFAB_TITLE_ID: titleId, PLAYFAB_SECRET_KEY: secretKey } = config;
  return createPlayfabGateway({ baseUrl, titleId, secretKey }).playerOfAddress;
};

const run = async (): Promise<string[]> => {
  const words = process.argv.slice(2);
  if (words.some((word) => word === '--help' || word === '-h')) return [usage];
  const [name = '', argument, ...rest] = words;
  const command = commands.get(name);
  if (command === undefined || argument === undefined || rest.length > 0) throw new AdminError(usage);
  const config = loadConfig(process.env);
  const now = systemClock.now();
  const opened = await openDatabase(config.database, { onConnectionError: () => undefined });
  try {
    return await command({ database: opened.database, now, playerOf: playersOf(config) }, argument);
  } finally {
    await opened.close();
  }
};

/** Errors whose message alone explains to the operator what is wrong. */
const explainedErrors = [AdminError, ConfigError, DataFolderError, DatabaseUnavailableError];
try {
  process.stdout.write(`${(await run()).join('\n')}\n`);
} catch (error) {
  if (error instanceof Error && explainedErrors.some((kind) => error instanceof kind)) {
    process.stderr.write(`${error.message}\n`);
  } else throw error;
  process.exitCode = 1;
}
