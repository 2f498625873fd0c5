from rules.age_of_destruction.commanders.greedy import GreedyCommander
class SearchingCommander(GreedyCommander):
    """x"""
