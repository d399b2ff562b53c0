/** Phosphor icons (MIT), like the other icons of the widgets. */
const icon = (path: string) => (
  <svg className="maths-icon" viewBox="0 0 256 256" aria-hidden="true">
    <path d={path} />
  </svg>
);

export const HandIcon = () =>
  icon(
    'M216 64v91c0 46-37 84-83 85a84 84 0 0 1-60-25c-22-23-47-79-47-79a16 16 0 0 1 7-22c8-4 17-1 21 6l21 37a7 7 0 0 0 13-5V48a16 16 0 0 1 32 0v64a8 8 0 0 0 16 0V32a16 16 0 0 1 32 0v88a8 8 0 0 0 16 0V64a16 16 0 0 1 32 0Z',
  );

/** Lines in the weight of these icons. They need far fewer bytes than outlines. */
const lines = (path: string) => (
  <svg className="maths-icon" viewBox="0 0 256 256" aria-hidden="true">
    <path d={path} fill="none" stroke="currentColor" strokeWidth="24" strokeLinecap="round" strokeLinejoin="round" />
  </svg>
);

export const RefreshIcon = () =>
  lines('M168 96h48V48m0 48-22-22a94 94 0 0 0-132-8M88 160H40v48m0-48 22 22a94 94 0 0 0 132 8');

export const DownloadIcon = () => lines('M128 32v112m-40-40 40 40 40-40m48 40v64H40v-64');

export const PrintIcon = () => lines('M64 72V40h128v32m0 104h40V96q0-16-16-16H40q-16 0-16 16v80h40m0-16h128v56H64z');

export const CaretIcon = () => lines('m96 48 80 80-80 80');
