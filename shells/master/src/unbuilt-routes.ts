/**
 * Routes of the platform whose screens are not built yet. Each answers with a page that says so, and none is in the menu.
 * A test keeps the list honest: a route leaves it when its page is written.
 */
export const UNBUILT_ROUTES = [] as const;
