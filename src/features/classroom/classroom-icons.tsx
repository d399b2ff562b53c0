/** Phosphor icons (MIT), like the other icons of the widgets. */
const icon = (path: string) => (
  <svg className="maths-icon" viewBox="0 0 256 256" aria-hidden="true">
    <path d={path} />
  </svg>
);

export const HandIcon = () =>
  icon(
    'M216,64v90.93c0,46.2-36.85,84.55-83,85.06A83.71,83.71,0,0,1,72.6,215.4C50.79,192.33,26.15,136,26.15,136a16,16,0,0,1,6.53-22.23c7.66-4,17.1-.84,21.4,6.62l21,36.44a6.09,6.09,0,0,0,6,3.09l.12,0A8.19,8.19,0,0,0,88,151.74V48a16,16,0,0,1,16.77-16c8.61.4,15.23,7.82,15.23,16.43V112a8,8,0,0,0,8.53,8,8.17,8.17,0,0,0,7.47-8.25V32a16,16,0,0,1,16.77-16c8.61.4,15.23,7.82,15.23,16.43V120a8,8,0,0,0,8.53,8,8.17,8.17,0,0,0,7.47-8.25V64.45c0-8.61,6.62-16,15.23-16.43A16,16,0,0,1,216,64Z',
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
