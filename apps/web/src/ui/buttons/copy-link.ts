import { type SearchParts, withParts } from '#web/lib/urls/url-state.ts'
import { useMessage } from '#web/ui/message.tsx'

/**
 * Returns what copies the address of the page, which includes every filter, and what others are to see as well and it does
 * not say: the user's own choices.
 */
export function useCopyLink(): (also?: SearchParts) => Promise<void> {
  const message = useMessage()
  return async (also = {}) => {
    try {
      const search = withParts(new URLSearchParams(location.search), also)
      await navigator.clipboard.writeText(location.origin + location.pathname + search)
      message.success('The link is copied. Whoever opens it sees the rows they may see.')
    } catch {
      message.error('The browser did not allow copying; the address bar holds the link.')
    }
  }
}
