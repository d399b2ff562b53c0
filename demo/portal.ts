/** The portal's origin. The build sets it, because ports are variables. */
export const portal: string = import.meta.env['VITE_DEMO_PORTAL_URL'];

/** The demo's key in the portal's table of partners. */
export const partnerKey = 'demo';
