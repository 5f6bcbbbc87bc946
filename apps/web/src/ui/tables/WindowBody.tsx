import { type ComponentProps, createContext, type RefObject, use } from 'react'

interface WindowPlace {
  body: RefObject<HTMLTableSectionElement | null>
  /** Heights in pixels of the rows that are not drawn. */
  above: number
  below: number
}

export const WindowContext = createContext<WindowPlace | undefined>(undefined)

/** Body of a table that draws a part of its rows and keeps the place of the others. */
export function WindowBody({ children, ...rest }: ComponentProps<'tbody'>) {
  const place = use(WindowContext)
  return (
    <tbody {...rest} ref={place?.body}>
      {place !== undefined && <Gap height={place.above} />}
      {children}
      {place !== undefined && <Gap height={place.below} />}
    </tbody>
  )
}

function Gap({ height }: { height: number }) {
  return height > 0 && <tr aria-hidden="true" style={{ height }} />
}
