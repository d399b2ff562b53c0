import type { ReactNode } from 'react';
import { LanguageBar } from './language-bar.tsx';
import { Logo } from './logo.tsx';

/** The top of every page; `children` are the links that differ from area to area. */
export function TopBar({ children }: { children: ReactNode }) {
  return (
    <header className="top">
      <div className="wrap">
        <Logo />
        <div className="top-end">
          <LanguageBar />
          {children}
        </div>
      </div>
    </header>
  );
}
