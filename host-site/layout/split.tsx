import type { ReactNode } from 'react';
import { Art } from './content.tsx';
import { ConsentBanner } from './consent-banner.tsx';

type Props = {
  form: ReactNode;
  /** Content that belongs to the form, below it. */
  trust?: ReactNode;
  asideHeading: string;
  aside: ReactNode;
  art: { src: string; width: number; height: number };
};

/** A form with its benefits next to it. On a phone the form comes first (design: "The form first"). */
export function Split({ form, trust, asideHeading, aside, art }: Props) {
  return (
    <div className="split">
      <div className="split-form">
        <div>
          {form}
          <ConsentBanner afterForm />
          {trust}
        </div>
      </div>
      <section className="split-aside" aria-labelledby="aside-heading">
        <h2 id="aside-heading">{asideHeading}</h2>
        {aside}
        <Art {...art} />
      </section>
    </div>
  );
}
