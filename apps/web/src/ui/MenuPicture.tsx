import type { MenuIcon } from '@callboard/contract/menus'
import { lazy, Suspense } from 'react'

interface MenuPictureProps {
  ico: MenuIcon
  /** Given by the side menu. */
  className?: string
}

// Requested beside the frame instead of as a part of it: by the time the menus are known, they are there. Without them
// the menu works as well.
const loading = import('#web/ui/menu-pictures.tsx').then(
  ({ menuPictures }) => menuPictures,
  () => undefined,
)

const Picture = lazy(async () => {
  const pictures = await loading
  return {
    default: ({ ico, className }: MenuPictureProps) => <span className={className}>{pictures?.[ico]}</span>,
  }
})

/** The icon of a menu item; until it is loaded, its room. */
export function MenuPicture(props: MenuPictureProps) {
  return (
    <Suspense fallback={<span className={props.className} />}>
      <Picture {...props} />
    </Suspense>
  )
}
