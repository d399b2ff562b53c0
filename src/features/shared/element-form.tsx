import type { ReactElement, ReactNode } from 'react';
import { brand } from '../../config/brand.ts';
import { themeOf } from '../../contracts/elements.ts';
import type { Translate, Values } from '../../i18n/translate.ts';
import { Form, type FormProps } from '../../ui/form.tsx';
import { Mark, Message } from '../../ui/message.tsx';
import type { FormError } from './form-error.ts';
import { type Sentence, useElement } from './use-element.ts';

type ElementFrameProps = {
  /** What a form shows above itself in a widget. On the portal's own pages the page shows it. */
  introduction?: { heading: string; lead?: string };
  children: ReactNode;
};

/** The outermost box of a feature, on which tokens, colour scheme and container queries depend. */
export function ElementFrame({ introduction, children }: ElementFrameProps) {
  const { element } = useElement();
  const hasCard = introduction !== undefined && element.mode().kind !== 'first-party';
  return (
    <div className="maths" data-theme={themeOf(element.attribute('theme'))} part="frame">
      {hasCard ? (
        <div className="maths-card" part="card">
          <p className="maths-brand" part="brand">
            <Mark />
            {brand.name}
          </p>
          <h2 className="maths-heading" part="heading">
            {introduction.heading}
          </h2>
          {introduction.lead !== undefined && <p className="maths-lead">{introduction.lead}</p>}
          {children}
        </div>
      ) : (
        children
      )}
    </div>
  );
}

export function fieldSentence<Field extends string>(
  t: Translate,
  formError: FormError<Field> | undefined,
  values?: Values,
): (field: Field) => string | undefined {
  return (field) => {
    const issue = formError?.fields[field];
    return issue === undefined ? undefined : t(`common.problems.${field}.${issue}`, values);
  };
}

type ElementFormProps<Field extends string> = Omit<FormProps, 'failedCheck'> & {
  /** Why the form was not accepted. After a check before sending, the first field concerned takes the focus. */
  failed: FormError<Field> | undefined;
  /** Returns the sentence for a failure, if it is not the usual one. */
  say?: Sentence;
  tone?: 'bad' | 'info';
  waysOut?: readonly ReactElement[] | undefined;
};

/** A form with its message. On a page that is not the partner's, the message says so; the fields are disabled there. */
export function ElementForm<Field extends string>(props: ElementFormProps<Field>) {
  const { failed, say, tone = 'bad', waysOut = [], children, ...form } = props;
  const { element, sentence } = useElement();
  const isBlocked = element.mode().kind === 'blocked';
  return (
    <Form {...form} failedCheck={failed !== undefined && !failed.sent && failed}>
      {isBlocked && (
        <Message tone="bad" focused={false}>
          {(say ?? sentence)({ code: 'INVALID_PARENT_ORIGIN' })}
        </Message>
      )}
      {failed !== undefined && (
        <Message key="failed" tone={tone} focused={failed.sent}>
          <span>{(say ?? sentence)(failed.failure)}</span>
          {waysOut.length > 0 && (
            <ul className="maths-links">
              {waysOut.map((way) => (
                <li key={way.key}>{way}</li>
              ))}
            </ul>
          )}
        </Message>
      )}
      {children}
    </Form>
  );
}
