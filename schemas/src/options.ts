/** The closed lists that people choose from. The database stores the codes; screens show the titles. */
import type { Localized } from './manifest.ts';

const both = (portuguese: string, english: string): Localized => ({ 'pt-BR': portuguese, en: english });

export const PRODUCT_TYPES = ['DIGITAL', 'FISICO'] as const;
export const OFFER_TYPES = ['ONE_TIME', 'SUBSCRIPTION'] as const;
/** EMAIL: the platform mails the buyer access to the product. NONE: it only takes the money. */
export const PRODUCT_NOTIFICATION_MODES = ['NONE', 'EMAIL'] as const;
export type ProductNotificationMode = (typeof PRODUCT_NOTIFICATION_MODES)[number];
/** DEFAULT: the platform's checkout alone. CUSTOM: the seller's own sales page leads to it. */
export const PRODUCT_PAGE_TYPES = ['DEFAULT', 'CUSTOM'] as const;
export const PRODUCT_PRICING_TYPES = ['FIXEDPRICE'] as const;

/** ALL is only a filter and is never stored. */
export const SALE_STATUS_FILTERS = [
  'ALL',
  'APPROVED',
  'PENDING',
  'REJECTED',
  'CHARGEBACK',
  'CANCELED',
  'REFUNDED',
] as const;

/** The length of the guarantee in days, within which the buyer may ask for a refund. */
export const GUARANTEE_DAYS = [7, 14, 21, 30] as const;
/** Numbers of days to look back; 0 is today. */
export const DATE_RANGE_DAYS = [0, 7, 14, 30] as const;
/** The longest period, in days, that a summary by day covers. */
export const MAX_PERIOD_DAYS = 366;
/** The days between two charges of a subscription. */
export const RECURRENCE_DAYS = [7, 15, 30, 60, 90, 180, 365] as const;
/** DAYS: charges are that many days apart. CALENDAR: they are months or a year apart, always on the same day of the month. */
export const RECURRENCE_PERIODS = ['DAYS', 'CALENDAR'] as const;
export type RecurrencePeriod = (typeof RECURRENCE_PERIODS)[number];
/** The recurrences that can be counted by the calendar, with their months. */
export const CALENDAR_MONTHS: ReadonlyMap<number, number> = new Map([
  [30, 1],
  [90, 3],
  [180, 6],
  [365, 12],
]);

export const PIXEL_KINDS = ['facebook', 'tiktok', 'kwai', 'googleAnalytics', 'googleAds'] as const;

export const PRODUCT_CATEGORIES = {
  ENVIRONMENT: both('Meio ambiente', 'Environment'),
  ANIMALS_AND_PLANTS: both('Animais e plantas', 'Animals and plants'),
  PERSONAL_DEVELOPMENT: both('Desenvolvimento pessoal', 'Personal development'),
  DESIGN: both('Design', 'Design'),
  LAW: both('Direito', 'Law'),
  EDUCATION: both('Educação', 'Education'),
  DIGITAL_ENTREPRENEURSHIP: both('Empreendedorismo digital', 'Digital entrepreneurship'),
  ENTERTAINMENT: both('Entretenimento', 'Entertainment'),
  SPIRITUALITY: both('Espiritualidade', 'Spirituality'),
  FINANCE: both('Finanças', 'Finance'),
  GASTRONOMY: both('Gastronomia', 'Gastronomy'),
  GENERAL: both('Geral', 'General'),
  HOBBIES: both('Hobbies', 'Hobbies'),
  LANGUAGES: both('Idiomas', 'Languages'),
  INTERNET: both('Internet', 'Internet'),
  LITERATURE: both('Literatura', 'Literature'),
  FASHION_AND_BEAUTY: both('Moda e beleza', 'Fashion and beauty'),
  MUSIC_AND_ART: both('Música e arte', 'Music and art'),
  BUSINESS_AND_CAREER: both('Negócios e carreira', 'Business and career'),
  BUILDINGS_AND_CONSTRUCTION: both('Imóveis e construção', 'Buildings and construction'),
  RELATIONSHIPS: both('Relacionamentos', 'Relationships'),
  HEALTH_AND_SPORTS: both('Saúde e esportes', 'Health and sports'),
  SEXUALITY: both('Sexualidade', 'Sexuality'),
  SOFTWARE: both('Software', 'Software'),
  INFORMATION_TECHNOLOGY: both('Tecnologia da informação', 'IT'),
  OTHERS: both('Outros', 'Others'),
} as const satisfies Record<string, Localized>;
export type ProductCategory = keyof typeof PRODUCT_CATEGORIES;

/** The compensation codes of the banks where people in Brazil hold accounts. A provider's manifest may accept fewer. */
export const BANKS = {
  '001': 'Banco do Brasil',
  '003': 'Banco da Amazônia',
  '004': 'Banco do Nordeste',
  '021': 'Banestes',
  '025': 'Alfa',
  '033': 'Santander',
  '037': 'Banpará',
  '041': 'Banrisul',
  '047': 'Banese',
  '069': 'Crefisa',
  '070': 'BRB',
  '074': 'J. Safra',
  '077': 'Inter',
  '082': 'Topázio',
  '084': 'Sisprime',
  '085': 'Ailos',
  '093': 'Pólocred',
  '097': 'Credisis',
  '099': 'Uniprime',
  '104': 'Caixa Econômica Federal',
  '121': 'Agibank',
  '125': 'Genial',
  '133': 'Cresol',
  '136': 'Unicred',
  '174': 'Pefisa',
  '197': 'Stone',
  '208': 'BTG Pactual',
  '212': 'Banco Original',
  '213': 'Arbi',
  '218': 'BS2',
  '224': 'Fibra',
  '237': 'Bradesco',
  '246': 'ABC Brasil',
  '254': 'Paraná Banco',
  '260': 'Nubank',
  '274': 'BMP',
  '290': 'PagBank',
  '301': 'Dock',
  '318': 'BMG',
  '323': 'Mercado Pago',
  '332': 'Acesso',
  '335': 'Digio',
  '336': 'C6 Bank',
  '341': 'Itaú',
  '348': 'XP',
  '358': 'Midway',
  '364': 'Efí',
  '380': 'PicPay',
  '389': 'Mercantil do Brasil',
  '403': 'Cora',
  '413': 'BV',
  '422': 'Safra',
  '461': 'Asaas',
  '529': 'Pinbank',
  '536': 'Neon',
  '600': 'Luso Brasileiro',
  '604': 'Industrial do Brasil',
  '611': 'Paulista',
  '612': 'Guanabara',
  '613': 'Omni',
  '623': 'PAN',
  '630': 'Letsbank',
  '633': 'Rendimento',
  '634': 'Triângulo',
  '637': 'Sofisa',
  '643': 'Pine',
  '654': 'Digimais',
  '655': 'Votorantim',
  '707': 'Daycoval',
  '739': 'Cetelem',
  '743': 'Semear',
  '745': 'Citibank',
  '746': 'Modal',
  '748': 'Sicredi',
  '756': 'Sicoob',
} as const;

/** The permissions of an administrator. Each one opens a screen and its procedures. */
export const ADMIN_PERMISSIONS = [
  'isDashboardAvailable',
  'isUsersAvailable',
  'isFunctionariesAvailable',
  'isManagersAvailable',
  'isProductsAvailable',
  'isSalesAvailable',
  'isWithdrawsAvailable',
  'isWithdrawsManagerAvailable',
  'isAntecipationsAvailable',
  'isValidateDocumentsAvailable',
  'isValidateBankAccountsAvailable',
  'isWithdrawsRequestUsersAvailable',
  'isWithdrawsRequestManagersAvailable',
  'isConfigAvailable',
  'isConnectionsAvailable',
  'isNotificationsAvailable',
  'isChargesAvailable',
  'isUsersLoginAvailable',
  'isExportUsersAvailable',
  'isUserAdvancedOptionsAvailable',
  'isUserDocumentsAvailable',
] as const;
export type AdminPermission = (typeof ADMIN_PERMISSIONS)[number];
