import { fromSaoPaulo, toSaoPauloDate } from '@feira/plugin-kit';

/** Returns the time when the day began in São Paulo. */
export const startOfDay = (now: Date): Date => new Date(fromSaoPaulo(`${toSaoPauloDate(now)} 00:00`));
