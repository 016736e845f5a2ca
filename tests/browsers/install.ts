/**
 * Installs the browsers that these tests need, unless they are there.
 */

import { installBrowsers } from "../conformance/run/install.ts";

await installBrowsers();
