import { fromSaoPaulo, toSaoPauloDate } from '@feira/plugin-kit';

/** When the day began in São Paulo. */
export const startOfDay = (now: Date): Date => new Date(fromSaoPaulo(`${toSaoPauloDate(now)} 00:00`));
