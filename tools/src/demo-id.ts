/** Fixed ids: the demo's addresses stay the same on every machine. */
export const demoId = (number: number): string => `01930000-0000-7000-8000-${number.toString().padStart(12, '0')}`;
