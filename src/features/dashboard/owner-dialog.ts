import { checkFailed, type FormError, formText } from '../shared/form-error.ts';
import type { Result } from '../../lib/result.ts';
import { type ActionState, createAction } from '../shared/action.ts';

/** `code`: the code of a password reset, if the form asks for it. */
export type OwnerProof = { password: string; code?: string | undefined };

export type OwnerDialogState = {
  dialog: 'none' | 'warning' | 'confirmation';
  /** What the confirmation asks for; `right code` after a code that was not the mailed one. */
  asks: 'nothing' | 'password' | 'code' | 'right code';
  request: ActionState<unknown>;
  /** Fields were left empty, so that nothing was sent. It has a new value for each check. */
  failed: FormError<'password' | 'code'> | undefined;
};

export const ownerDialogStart: OwnerDialogState = {
  dialog: 'none',
  asks: 'nothing',
  request: { step: 'idle' },
  failed: undefined,
};

export const asksCode = ({ asks }: OwnerDialogState): boolean => asks === 'code' || asks === 'right code';

type OwnerDialogOptions<T> = {
  state(): OwnerDialogState;
  set(state: OwnerDialogState): void;
  /** Deletes the account, or reads its data. `proof`: for a new sign-in before it. */
  run(proof: OwnerProof | undefined, signal: AbortSignal): Promise<Result<T>>;
  succeeded(value: T): void;
};

/**
 * Deletes the account in three steps (product-spec.md#2-screens-and-routes): a warning, a confirmation, the call. When
 * the sign-in is more than fifteen minutes old, the confirmation asks for the password too
 * (decisions.md#4-sessions-and-tokens), and after a password reset for the mailed code, as the log-in does. A copy of
 * the data needs the same proof, and no warning.
 */
export const createOwnerDialog = <T>(options: OwnerDialogOptions<T>) => {
  const { state, set } = options;
  const change = (part: Partial<OwnerDialogState>): void => set({ ...state(), ...part });
  const request = createAction<T>((step) => change({ request: step }));

  const send = (proof?: OwnerProof): void => {
    change({ failed: undefined });
    request.run((signal) => options.run(proof, signal), {
      succeeded: options.succeeded,
      failed: ({ code }) => {
        if (code === 'RECENT_SIGN_IN_REQUIRED') change({ asks: 'password' });
        if (code === 'SIGN_IN_CODE_REQUIRED') change({ asks: state().asks === 'password' ? 'code' : 'right code' });
      },
    });
  };

  return {
    begin: () => set({ ...ownerDialogStart, dialog: 'warning' }),
    /** Begins without a warning. The dialog appears when a proof is needed. */
    beginAtOnce: () => {
      if (state().request.step === 'running') return;
      set({ ...ownerDialogStart, dialog: 'confirmation' });
      send();
    },
    /** Shows the second step, or closes the dialog. A deletion that runs goes on. */
    show: (dialog: 'none' | 'confirmation') => change({ dialog }),
    /** Deletes the account. `data`: the fields of the confirmation. */
    submit: (data: FormData): void => {
      if (state().request.step === 'running') return;
      if (state().asks === 'nothing') return send();
      const password = formText(data, 'password');
      const code = asksCode(state()) ? formText(data, 'code').trim() : undefined;
      if (password !== '' && code !== '') return send({ password, code });
      const issue = (text: string | undefined) => (text === '' ? 'missing' : undefined);
      const failed = checkFailed('ALL_FIELDS_REQUIRED', { password: issue(password), code: issue(code) });
      change({ failed, request: { step: 'idle' } });
    },
    reset: (): void => {
      request.reset();
      set(ownerDialogStart);
    },
  };
};
export type OwnerDialog = ReturnType<typeof createOwnerDialog>;
