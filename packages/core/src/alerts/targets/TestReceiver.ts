/** The URL of the receiver that the service has built in. Alerts to it are verified here, and leave on no network. */
export const TEST_RECEIVER_URL = "landfall://test-receiver"

/** Whether a URL is that of the built-in receiver. */
export const isTestReceiver = (url: string): boolean => url === TEST_RECEIVER_URL
