round-earlier = Earlier
round-later = Later
