import type { ReactNode } from 'react';
import friends from '../art/success-state.svg';
import { ConsentBanner } from '../consent/consent-banner.tsx';
import { Art } from './art.tsx';

type Props = { form: ReactNode; asideHeading: string; aside: ReactNode };

/** A form with its reasons beside it; on a phone the form comes first (design: "The form first"). */
export function Split({ form, asideHeading, aside }: Props) {
  return (
    <div className="split">
      <div className="split-form">
        <div>
          {form}
          <ConsentBanner afterForm />
        </div>
      </div>
      <section className="split-aside" aria-labelledby="aside-heading">
        <h2 id="aside-heading">{asideHeading}</h2>
        {aside}
        <Art src={friends} width={400} height={340} />
      </section>
    </div>
  );
}
