/** The password of every person on the stage. */
export const DEMO_PASSWORD = 'feira-demo-2026';
