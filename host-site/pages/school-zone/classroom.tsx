import { useState } from 'react';
import emptyState from '../../art/empty-state.svg';
import { Art } from '../../layout/art.tsx';
import { LoadingFallback } from '../../layout/loading-fallback.tsx';
import { SiteLink } from '../../layout/site-link.tsx';
import { idFromPath } from '../../routing/address.ts';
import { useHydrated } from '../../routing/page-state.ts';
import { useSite } from '../../site-context.ts';

/**
 * A class's progress. The tag renders the heading with the classroom's name, because the title, links and events must
 * not contain it.
 */
export function ClassroomPage() {
  const { t, language } = useSite();
  const hydrated = useHydrated();
  const [isMissing, setMissing] = useState(false);
  return (
    <div className="class">
      <div className="wrap">
        <div className="room room-classroom">
          <maths-classroom
            lang={language}
            classroom-id={hydrated ? idFromPath(location.pathname) : undefined}
            onauth-error={({ detail }) => setMissing(detail.code === 'CLASSROOM_DOES_NOT_EXIST')}
          >
            {isMissing && (
              <p slot="art">
                <SiteLink to="teacherSignUp" query={{ mode: 'link' }} className="button button-soft">
                  {t('classroomMissing')}
                </SiteLink>
              </p>
            )}
            <Art slot="art" src={emptyState} width={400} height={260} />
            <LoadingFallback />
          </maths-classroom>
        </div>
      </div>
    </div>
  );
}
