import type { ReactNode } from 'react';
import { LanguageBar } from './language-bar.tsx';
import { Logo } from './logo.tsx';
import { NoticeBar } from './notice-bar.tsx';

/** The top of every page. `children` are the links that differ between the areas. */
export function TopBar({ sections, children }: { sections?: ReactNode; children: ReactNode }) {
  return (
    <header className="top">
      <div className="wrap">
        <Logo />
        {sections}
        <div className="top-end">
          <LanguageBar />
          {children}
        </div>
      </div>
      <NoticeBar />
    </header>
  );
}
