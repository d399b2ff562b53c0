import type { ReactNode } from 'react';
import { Form, type FormProps } from '../../ui/form.tsx';
import { Message } from '../../ui/message.tsx';
import type { FormError } from './form-error.ts';
import { type Sentence, useElement } from './use-element.ts';

type ElementFormProps<Field extends string> = Omit<FormProps, 'failedCheck'> & {
  /** What is above the message. */
  heading?: ReactNode;
  /** Why the form was not accepted. After a check before sending, the first field concerned takes the focus. */
  failed: FormError<Field> | undefined;
  /** Returns the sentence for a failure, if it is not the usual one. */
  say?: Sentence;
  /** `info` for a failure that is the next step. */
  tone?: 'bad' | 'info';
  /** Links behind the sentence. */
  waysOut?: ReactNode;
};

/** A form with its message. On a page that is not the partner's, the message says so; the fields are disabled there. */
export function ElementForm<Field extends string>(props: ElementFormProps<Field>) {
  const { heading, failed, say, tone = 'bad', waysOut, children, ...form } = props;
  const { element, sentence } = useElement();
  const isBlocked = element.mode().kind === 'blocked';
  return (
    <Form {...form} failedCheck={failed !== undefined && !failed.sent && failed}>
      {heading}
      {isBlocked && (
        <Message tone="bad" focused={false}>
          {(say ?? sentence)({ code: 'INVALID_PARENT_ORIGIN' })}
        </Message>
      )}
      {failed !== undefined && (
        <Message key="failed" tone={tone} focused={failed.sent}>
          <span>{(say ?? sentence)(failed.failure)}</span>
          {waysOut}
        </Message>
      )}
      {children}
    </Form>
  );
}
