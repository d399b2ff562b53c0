import { hash, verify } from '@node-rs/argon2';

/** The parameters of argon2id, which is the package's default variant. `memoryCost` is in KiB. */
export type PasswordCost = { memoryCost: number; timeCost: number; parallelism: number };

/** OWASP's recommendation: 19 MiB, two passes, one lane. A hash takes about 17 ms. */
const usual: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The maximum number of concurrent hashes. More would only use memory and all threads of the pool. */
const atOnce = 2;

let working = 0;
const waiting: (() => void)[] = [];

const inTurn = async <Value>(work: () => Promise<Value>): Promise<Value> => {
  if (working >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else working += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) working -= 1;
    else next();
  }
};

export const hashPassword = (password: string, cost: PasswordCost = usual): Promise<string> =>
  inTurn(() => hash(password, cost));

export const passwordMatches = (stored: string, password: string): Promise<boolean> =>
  inTurn(() => verify(stored, password));
