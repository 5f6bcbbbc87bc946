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
      message.success('Link copied. Anyone who opens it sees only the calls they have access to.')
    } catch {
      message.error('Your browser blocked copying. Copy the link from the address bar instead.')
    }
  }
}
