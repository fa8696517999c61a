/** The password of every person on the stage. */
export const DEMO_PASSWORD = 'marimba na varanda 42';
