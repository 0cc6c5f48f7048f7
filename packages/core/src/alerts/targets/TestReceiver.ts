/** The URL of the built-in receiver. Alerts to it are verified in the process, and sent over no network. */
export const TEST_RECEIVER_URL = "landfall://test-receiver"

/** Whether a URL is that of the built-in receiver. */
export const isTestReceiver = (url: string): boolean => url === TEST_RECEIVER_URL
