import { keepTranslatedPageTrue } from '@feira/shell-kit/translated-page';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '@feira/shell-kit/styles/base.css';
import '@feira/shell-kit/styles/parts.css';
import './styles/layout.css';
import './styles/header.css';
import './styles/messages.css';
import './styles/login.css';
import { App } from './app.tsx';
import { startBrand } from './brand.ts';
import { findDashboard } from './dashboards.ts';
import { startFederation } from './federation.ts';
import { loadAhead } from './load-ahead.ts';
import { readLocale } from './preferences.ts';
import { startTexts } from './texts.ts';
import { takeToken } from './token.ts';

keepTranslatedPageTrue(document.body);
takeToken();
startTexts(readLocale());
startFederation('host');
startBrand();
const dashboard = findDashboard(location.pathname);
// The dashboard loads while the host asks for the session; a failure shows where the dashboard is mounted.
if (dashboard) loadAhead(dashboard.remote, location.pathname).catch(() => {});

createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
