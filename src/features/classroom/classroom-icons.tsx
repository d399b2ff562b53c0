/** Lines in the weight of the other icons. They need far fewer bytes than outlines. */
const lines = (path: string) => (
  <svg className="maths-icon" viewBox="0 0 256 256" aria-hidden="true">
    <path d={path} fill="none" stroke="currentColor" strokeWidth="24" strokeLinecap="round" strokeLinejoin="round" />
  </svg>
);

export const HandIcon = () => lines('M80 132V72m36 48V44m36 76V52m36 76V84v64q0 72-64 72-32 0-56-52l-24-48');

export const RefreshIcon = () =>
  lines('M168 96h48V48m0 48-22-22a94 94 0 0 0-132-8M88 160H40v48m0-48 22 22a94 94 0 0 0 132 8');

export const DownloadIcon = () => lines('M128 32v112m-40-40 40 40 40-40m48 40v64H40v-64');

export const PrintIcon = () => lines('M64 72V40h128v32m0 104h40V96q0-16-16-16H40q-16 0-16 16v80h40m0-16h128v56H64z');

export const CaretIcon = () => lines('m96 48 80 80-80 80');
