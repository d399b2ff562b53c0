import { Skeleton } from '../../ui/skeleton.tsx';

/** The account's panels before they say anything: they stand where they are going to stand. */
export function OpeningView({ label }: { label: string }) {
  return (
    <>
      <div className="maths-hello" />
      <div className="maths-account">
        <div>
          <div className="maths-panel maths-plan-waiting">
            <Skeleton label={label} lines={4} />
          </div>
          <div className="maths-panel maths-details-waiting" />
        </div>
        <div className="maths-side">
          <div className="maths-panel maths-side-waiting" />
          <div className="maths-panel maths-side-waiting" />
        </div>
      </div>
    </>
  );
}
