import { Link, type LinkProps } from 'react-router'
import classes from '#web/ui/buttons/TextLink.module.css'

/** A link within a text. */
export function TextLink(props: Omit<LinkProps, 'className'>) {
  return <Link {...props} className={classes.link} />
}
