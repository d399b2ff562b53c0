/** Gives the frame the height of its mail, so that only the page scrolls. */
const frame = document.querySelector('iframe');

const fit = () => {
  const mail = frame?.contentDocument?.documentElement;
  if (frame && mail) frame.style.height = `${mail.offsetHeight + frame.offsetHeight - frame.clientHeight}px`;
};

frame?.addEventListener('load', fit);
addEventListener('resize', fit);
fit();
