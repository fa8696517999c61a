import type { Currency, PaymentMethod } from '@feira/schemas/common';
import type { ReactNode } from 'react';

export interface RoutesEditorProps {
  /** The own platform by default. */
  platformId?: string;
  /** The currency of the amounts in conditions. */
  currency: Currency;
  /** Returns the page of a connection, for those who may open it. */
  linkTo?: (connectionId: string) => string;
  /** Renders the health of a connection within its route. */
  note?: (connectionId: string, method: PaymentMethod) => ReactNode;
}
