// English texts of the menu of a position.

export const fromHereEn = {
  computer: "Play the computer from here",
  practise: "Practise: play both sides",
  explore: "Explore: database and lines",
  friend: "Set up a game with a friend",
  tsume: "Look for a mate (tsume)",
};
