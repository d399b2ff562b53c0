import emptyState from '../../art/empty-state.svg';
import { Art } from '../../layout/art.tsx';
import { Late } from '../../layout/late.tsx';
import { idIn } from '../../routing/address.ts';
import { useHydrated } from '../../routing/page-state.ts';
import { useSite } from '../../site-context.ts';

/** A class's progress. Its heading, the classroom's name, is the tag's: title, links and events know no classroom. */
export function ClassroomPage() {
  const { language } = useSite();
  const hydrated = useHydrated();
  return (
    <div className="class">
      <div className="wrap">
        <div className="room room-classroom">
          <maths-classroom lang={language} classroom-id={hydrated ? idIn(location.pathname) : undefined}>
            <Art slot="art" src={emptyState} width={400} height={260} />
            <Late />
          </maths-classroom>
        </div>
      </div>
    </div>
  );
}
