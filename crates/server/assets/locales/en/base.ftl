base-main-menu = Main menu
base-now = Now
base-saved = Saved.
base-skip = Skip to the content
base-submit = Submit
