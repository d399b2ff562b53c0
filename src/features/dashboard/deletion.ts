import { formText, checkFailed, type FormError } from '../shared/form-error.ts';
import type { Result } from '../../lib/result.ts';
import { type ActionState, createAction } from '../shared/action.ts';
import type { FailureListener } from '../shared/controller.ts';

/** `code`: the code of a password reset, if the form asks for it. */
export type DeletionProof = { password: string; code?: string | undefined };

/** Deleting the account, as a part of the state of the dashboard. */
export type DeletionState = {
  /** The step of the dialog. */
  dialog: 'none' | 'warning' | 'confirmation';
  /** What the confirmation asks for; `right code` after a code that was not the mailed one. */
  asks: 'nothing' | 'password' | 'code' | 'right code';
  request: ActionState;
  /** The fields that were empty when the form was submitted last. */
  incomplete: FormError<keyof DeletionProof> | null;
  /** The mail for a person who forgot the password. */
  recovery: ActionState;
};

const idle = { step: 'idle' } as const;

export const deletionStart: DeletionState = {
  dialog: 'none',
  asks: 'nothing',
  request: idle,
  incomplete: null,
  recovery: idle,
};

export const asksCode = ({ asks }: DeletionState): boolean => asks === 'code' || asks === 'right code';

/** The check before sending. Returns null when no field is empty. */
const checkProof = ({ password, code }: DeletionProof): FormError<keyof DeletionProof> | null => {
  const missing = (value: string | undefined) => (value === '' ? 'missing' : undefined);
  const fields = { password: missing(password), code: missing(code) } as const;
  return Object.values(fields).includes('missing') ? checkFailed('ALL_FIELDS_REQUIRED', fields) : null;
};

export type DeletionOptions = {
  state(): DeletionState;
  set(state: DeletionState): void;
  /** `proof`: for a new sign-in before the deletion. */
  deleteAccount(proof: DeletionProof | undefined, signal: AbortSignal): Promise<Result<void>>;
  sendRecoveryMail(signal: AbortSignal): Promise<Result<void>>;
  reportFailure: FailureListener;
  deleted(): void;
};

export type Deletion = {
  /** Opens the warning, and forgets earlier attempts. */
  begin(): void;
  /** Shows the second step, or closes the dialog. A deletion that runs goes on. */
  show(dialog: 'none' | 'confirmation'): void;
  /** Deletes the account. `data`: the fields of the confirmation, if it asks for something. */
  submit(data?: FormData): void;
  sendRecoveryMail(): void;
  /** Ends the requests. */
  abort(): void;
};

/**
 * Deletes the account in three steps (product-spec.md#2-screens-and-routes): a warning, a confirmation, the call. When
 * the sign-in is more than fifteen minutes old, the confirmation asks for the password too
 * (decisions.md#4-sessions-and-tokens), and after a password reset for the mailed code, as the log-in does.
 */
export const createDeletion = (options: DeletionOptions): Deletion => {
  const { state, set } = options;
  const change = (part: Partial<DeletionState>): void => set({ ...state(), ...part });
  const request = createAction<void>((step) => change({ request: step }));
  const recovery = createAction<void>((step) => change({ recovery: step }));

  const send = (proof?: DeletionProof): void =>
    request.run((signal) => options.deleteAccount(proof, signal), {
      succeeded: options.deleted,
      failed: ({ code }) => {
        if (code === 'RECENT_SIGN_IN_REQUIRED') change({ asks: 'password' });
        if (code === 'SIGN_IN_CODE_REQUIRED') change({ asks: state().asks === 'password' ? 'code' : 'right code' });
      },
    });

  return {
    begin: () => set({ ...deletionStart, dialog: 'warning' }),
    show: (dialog) => {
      recovery.abort();
      change({ dialog, incomplete: null, recovery: idle });
    },
    submit: (data) => {
      if (state().request.step === 'running') return;
      if (data === undefined) return send();
      const code = asksCode(state()) ? formText(data, 'code').trim() : undefined;
      const proof = { password: formText(data, 'password'), code };
      const incomplete = checkProof(proof);
      change({ incomplete });
      if (incomplete === null) send(proof);
      else options.reportFailure(incomplete.failure);
    },
    sendRecoveryMail: () => recovery.run(options.sendRecoveryMail),
    abort: () => {
      request.abort();
      recovery.abort();
    },
  };
};
