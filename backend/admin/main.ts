import { type Config, ConfigError, loadConfig } from '../config/load-config.ts';
import { DatabaseUnavailableError } from '../db/connection-problem.ts';
import { DataFolderError } from '../db/data-folder.ts';
import { openDatabase } from '../db/open-database.ts';
import { systemClock } from '../domain/clock.ts';
import type { Gateways } from '../domain/dependencies.ts';
import { openExternalServices } from '../external-services.ts';
import { createPlayfabGateway } from '../gateways/playfab.ts';
import {
  AdminError,
  type CommandContext,
  eraseParent,
  eraseTeacher,
  exportPerson,
  findUser,
  retryJob,
} from './commands.ts';
import { moveInClasses } from './move-in-classes.ts';
import { moveInMembers } from './move-in-members.ts';

/** Answers the questions of people who write, without hand-written SQL. */
const usage = `Usage: npm run admin -- <command>, in a container: node backend/admin/main.ts <command>
  find-user <address | user ID | PlayFab ID>   who it is, with subscriptions and class
  export-user <address | user ID | PlayFab ID>   prints everything that is kept about a person, as JSON
  erase-parent <address | user ID | PlayFab ID>   begins the deletion of an account, as its owner can
  erase-teacher <address>                      deletes everything that names a teacher
  retry-job <id | kind>                        makes waiting jobs due
  move-in members <file> [--dry-run]           gives memberships of an earlier system to their players
  move-in classes <folder> [--mail] [--dry-run]   adds the classes of an earlier system, and mails their links`;

type Options = { dryRun: boolean; mail: boolean };
type Command = (context: CommandContext & Options & { config: Config }, argument: string) => Promise<string[]>;

type Context = Parameters<Command>[0];

/** Opens PlayFab and Stripe for a command; in development their emulators, which otherwise run inside the server. */
const withServices =
  (run: (context: Context & { gateways: Gateways }, argument: string) => Promise<string[]>): Command =>
  async (context, argument) => {
    const { config, database } = context;
    const options = { database, clock: systemClock, built: '' };
    const { gateways, mailer, development } = await openExternalServices(config, options);
    const stop = await development?.startForCommand();
    try {
      return await run({ ...context, gateways }, argument);
    } finally {
      await stop?.();
      await mailer.close();
    }
  };

const moveMembers = withServices(({ config: { publicUrl }, database, dryRun, gateways }, file) =>
  moveInMembers({ ...gateways, database, clock: systemClock, publicUrl, dryRun }, file),
);

/** The commands, and the options that each has. */
const commands = new Map<string, { run: Command; options?: readonly string[] }>([
  ['find-user', { run: findUser }],
  ['export-user', { run: withServices(exportPerson) }],
  ['erase-parent', { run: eraseParent }],
  ['erase-teacher', { run: eraseTeacher }],
  ['retry-job', { run: retryJob }],
  ['move-in members', { run: moveMembers, options: ['--dry-run'] }],
  ['move-in classes', { run: moveInClasses, options: ['--dry-run', '--mail'] }],
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
  const given = words.filter((word) => word.startsWith('--'));
  const rest = words.filter((word) => !word.startsWith('--'));
  const argument = rest.pop();
  const command = commands.get(rest.join(' '));
  const isKnown = given.every((option) => command?.options?.includes(option));
  if (command === undefined || argument === undefined || !isKnown) throw new AdminError(usage);
  const options = { dryRun: given.includes('--dry-run'), mail: given.includes('--mail') };
  const config = loadConfig(process.env);
  const now = systemClock.now();
  const opened = await openDatabase(config.database, { onConnectionError: () => undefined });
  try {
    const context = { config, database: opened.database, now, playerOf: playersOf(config), ...options };
    return await command.run(context, argument);
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
