/**
 * Gives the tests real pixels: `executeServerCommand('screenshot', { x, y, width, height })` answers with the picture
 * of that part of the page as base64 text. Only for Chromium.
 * @returns {import('@web/test-runner').TestRunnerPlugin}
 */
export const screenshots = () => ({
  name: 'screenshots',
  async executeCommand({ command, payload, session }) {
    if (command !== 'screenshot') return undefined;
    const { browser } = session;
    if (!('getPage' in browser) || typeof browser.getPage !== 'function') return undefined;
    const page = browser.getPage(session.id);
    return { picture: await page.screenshot({ clip: payload, encoding: 'base64', captureBeyondViewport: false }) };
  },
});
