import type { Locale } from '@feira/schemas/common';
import { type Client, createClient } from '@feira/shell-kit/client';
import { useMemo } from 'react';

export const useClient = (locale: Locale): Client => useMemo(() => createClient({ locale }), [locale]);
